import { isTransient } from './presentable.ts'

/**
 * What `work` makes of many items at once. Where it throws because of an item, it is done again on each half, down to
 * the one that fails alone: `failed` answers for that one. A fault of the database is no item's, and is thrown.
 */
export async function isolated<T, R>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<readonly R[]>,
  failed: (error: unknown) => R,
): Promise<readonly R[]> {
  try {
    return await work(items)
  } catch (error) {
    if (isTransient(error)) throw error
    if (items.length === 1) return [failed(error)]
    const middle = items.length >> 1
    const first = await isolated(items.slice(0, middle), work, failed)
    return [...first, ...(await isolated(items.slice(middle), work, failed))]
  }
}
