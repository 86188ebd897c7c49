/** The index that a key moves to in a list. Undefined for any other key. */
export function moved(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (from + 1) % count
  if (key === 'ArrowUp') return (Math.max(from, 0) - 1 + count) % count
  return undefined
}
