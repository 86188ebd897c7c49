import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/** The name of the displayed record: heading and title of the page. Undefined for a list. */
export const recordName = signal<string | undefined>()

/** Names the page after its record, while it is displayed. */
export function useRecordName(name: string | undefined): void {
  useLayoutEffect(() => {
    recordName.value = name
    return () => {
      recordName.value = undefined
    }
  }, [name])
}
