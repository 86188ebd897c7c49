interface Vertex {
  point: number[]
  cost: number
}

/** A search ends when all corners cost nearly the same, or after this number of tries. */
const TOLERANCE = 1e-6
const MOST_TRIES = 400
const FIRST_STEP = 0.2

const isInside = (value: number) => value >= 0 && value <= 1

/**
 * Minimizes `cost` in the unit cube by the method of Nelder and Mead (1965): a simplex that reflects its worst corner
 * at the others, and grows or shrinks with the result. Points outside the cube have infinite cost.
 */
export function minimize(cost: (point: readonly number[]) => number, start: readonly number[]): number[] {
  let tries = 0
  const vertexAt = (point: number[]): Vertex => {
    tries++
    return { point, cost: point.every(isInside) ? cost(point) : Number.POSITIVE_INFINITY }
  }
  const step = (value: number) => (value < 0.5 ? FIRST_STEP : -FIRST_STEP)
  const neighbours = [...start.keys()].map((axis) =>
    vertexAt(start.map((value, index) => (index === axis ? value + step(value) : value))),
  )
  let simplex = [vertexAt([...start]), ...neighbours]
  for (;;) {
    simplex.sort((a, b) => a.cost - b.cost)
    const [best, worst] = [simplex[0], simplex.at(-1)]
    if (!best || !worst) return [...start]
    if (tries >= MOST_TRIES || worst.cost - best.cost <= TOLERANCE * (1 + Math.abs(best.cost))) return best.point
    const better = replaced(simplex, worst, vertexAt)
    simplex = better
      ? [...simplex.slice(0, -1), better]
      : simplex.map((each) => (each === best ? best : vertexAt(between(each.point, best.point, 0.5))))
  }
}

/** The point at `share` of the way from one point to another. A share below 0 or above 1 is outside the two points. */
const between = (from: readonly number[], to: readonly number[], share: number) =>
  from.map((value, index) => value + share * ((to[index] ?? 0) - value))

/** The replacement of the worst corner of a sorted simplex. Undefined if the simplex must shrink. */
function replaced(
  simplex: readonly Vertex[],
  worst: Vertex,
  vertexAt: (point: number[]) => Vertex,
): Vertex | undefined {
  const others = simplex.slice(0, -1)
  const centre = worst.point.map(
    (_, axis) => others.reduce((sum, { point }) => sum + (point[axis] ?? 0), 0) / others.length,
  )
  const beyond = (share: number) => vertexAt(between(worst.point, centre, share))
  const reflected = beyond(2)
  if (reflected.cost < (others[0]?.cost ?? 0)) {
    const expanded = beyond(3)
    return expanded.cost < reflected.cost ? expanded : reflected
  }
  if (reflected.cost < (others.at(-1)?.cost ?? 0)) return reflected
  const contracted = reflected.cost < worst.cost ? beyond(1.5) : beyond(0.5)
  return contracted.cost < Math.min(reflected.cost, worst.cost) ? contracted : undefined
}
