import type { Services } from '../../common/services.ts'
import type { Caller } from '../../security/auth/caller.ts'
import { permitsOf } from '../access/permits.ts'
import { declared } from '../declare/declarations.ts'
import type { Operation } from '../declare/operation.ts'

/** Runs the work that the fields of an operation declare to run before its transaction. */
export async function prepare({ fields }: Operation, caller: Caller, services: Partial<Services>): Promise<void> {
  for (const field of fields) {
    const { preparation } = declared(field)
    if (preparation && permitsOf(field).every((permit) => caller.permissions.has(permit)))
      await preparation(services, caller)
  }
}
