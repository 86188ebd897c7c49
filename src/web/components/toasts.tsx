import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import type { ToastOptions } from './toast-list.tsx'

/** The list of toasts, once there was one. */
const list = signal<ComponentType | undefined>()

async function show(options: ToastOptions): Promise<void> {
  const { create, ToastList } = await import('./toast-list.tsx')
  list.value = ToastList
  create(options)
}

/** Shows that something was done. Offers `undo` if the server can revert it. */
export function notify(title: string, undo?: () => unknown): void {
  const action = undo && { action: { label: t('undo'), onClick: () => void attempt(undo) } }
  void show({ title, type: 'success', ...action })
}

/** Shows that something failed, and why. */
export function warn(title: string): void {
  void show({ title, type: 'error' })
}

/** Runs `work`. A failure is shown as a toast. */
export async function attempt(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    warn(sentenceOf(error))
  }
}

export function Toasts() {
  const List = list.value
  return List ? <List /> : null
}
