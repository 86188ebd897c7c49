import { isTransient } from '../execute/service-errors.ts'

/**
 * Runs `work` on many items together. If `work` throws, it runs on each half again, down to the single item that causes
 * the failure. `failed` returns the result for that item. A fault of the database is not caused by an item, so it is
 * thrown.
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
