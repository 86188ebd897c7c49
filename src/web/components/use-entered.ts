import { useState } from 'preact/hooks'

/**
 * The choice in a select of a form, for fields that depend on it. `watch` belongs to an element around the form. It also
 * hears of a draft that is restored.
 */
export function useEntered(name: string) {
  const [value, setValue] = useState('')
  const watch = ({ currentTarget }: { currentTarget: HTMLElement }) =>
    setValue(currentTarget.querySelector<HTMLSelectElement>(`select[name=${name}]`)?.value ?? '')
  return { value, watch }
}
