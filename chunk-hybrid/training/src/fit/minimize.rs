//! L-BFGS (Nocedal 1980): finds the minimum of a smooth function of many variables, from its gradient.

use std::collections::VecDeque;

/// How many of the last steps the curvature is estimated from.
const MEMORY: usize = 8;

/// A step is short enough if the function falls by at least this share of what the gradient promises (Armijo's condition).
const ENOUGH: f64 = 1e-4;

/// The most times that a step is halved.
const HALVINGS: usize = 30;

/// The minimum is reached when the gradient's norm is this small relative to that of the variables.
const FLAT: f64 = 1e-5;

/// The `count` variables at which `function` is least, after at most `iterations` steps from 0. `function` writes its gradient to
/// its second argument.
pub fn minimize(
    mut function: impl FnMut(&[f64], &mut [f64]) -> f64,
    count: usize,
    iterations: usize,
) -> Vec<f64> {
    let mut at = vec![0.0; count];
    let mut slopes = vec![0.0; count];
    let mut value = function(&at, &mut slopes);
    let mut memory: VecDeque<(Vec<f64>, Vec<f64>, f64)> = VecDeque::new();
    for _ in 0..iterations {
        if dot(&slopes, &slopes) <= FLAT * FLAT * dot(&at, &at).max(1.0) {
            break;
        }
        let direction = direction(&slopes, &memory);
        let promised = dot(&direction, &slopes);
        // The first step has a length of at most 1.
        let mut length = if memory.is_empty() { 1.0 / dot(&slopes, &slopes).sqrt().max(1.0) } else { 1.0 };
        let mut next_slopes = vec![0.0; count];
        let mut taken = None;
        for _ in 0..HALVINGS {
            let next: Vec<f64> = at.iter().zip(&direction).map(|(at, step)| at + length * step).collect();
            let reached = function(&next, &mut next_slopes);
            if reached <= value + ENOUGH * length * promised {
                taken = Some((next, reached));
                break;
            }
            length /= 2.0;
        }
        let Some((next, reached)) = taken else { break };
        let step = difference(&next, &at);
        let turn = difference(&next_slopes, &slopes);
        let curvature = dot(&step, &turn);
        if curvature > 1e-10 {
            if memory.len() == MEMORY {
                memory.pop_front();
            }
            memory.push_back((step, turn, 1.0 / curvature));
        }
        (at, slopes, value) = (next, next_slopes, reached);
    }
    at
}

/// The descent direction: minus the gradient times an estimate of the inverse Hessian from the last steps.
fn direction(slopes: &[f64], memory: &VecDeque<(Vec<f64>, Vec<f64>, f64)>) -> Vec<f64> {
    let mut direction: Vec<f64> = slopes.iter().map(|slope| -slope).collect();
    let mut shares = Vec::with_capacity(memory.len());
    for (step, turn, inverse) in memory.iter().rev() {
        let share = inverse * dot(step, &direction);
        add(&mut direction, -share, turn);
        shares.push(share);
    }
    if let Some((step, turn, _)) = memory.back() {
        let scale = dot(step, turn) / dot(turn, turn);
        direction.iter_mut().for_each(|own| *own *= scale);
    }
    for ((step, turn, inverse), share) in memory.iter().zip(shares.iter().rev()) {
        let own = inverse * dot(turn, &direction);
        add(&mut direction, share - own, step);
    }
    direction
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn difference(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one - other).collect()
}

fn add(to: &mut [f64], times: f64, what: &[f64]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += times * what);
}

#[cfg(test)]
mod tests {
    use super::*;

    // Rosenbrock's function, whose minimum is at (1, 1).
    #[test]
    fn it_goes_down_a_bent_valley() {
        let valley = |at: &[f64], slopes: &mut [f64]| {
            let (x, y) = (at[0], at[1]);
            slopes[0] = -2.0 * (1.0 - x) - 400.0 * x * (y - x * x);
            slopes[1] = 200.0 * (y - x * x);
            (1.0 - x) * (1.0 - x) + 100.0 * (y - x * x) * (y - x * x)
        };
        let found = minimize(valley, 2, 200);
        assert!((found[0] - 1.0).abs() < 1e-3 && (found[1] - 1.0).abs() < 1e-3, "{found:?}");
    }
}
