import { PrivacyFormDocument, type PrivacyFormKind } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { saveFile } from '../components/save-file.ts'

/** Saves a form of the regulations, filled in from a record, as a PDF file. */
export function usePrivacyForm(): (form: PrivacyFormKind, id: string) => Promise<void> {
  return async (form, id) => {
    const { filename, mediaType, content } = (await session.request(PrivacyFormDocument, { form, id })).privacyForm
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    saveFile(filename, new Blob([bytes], { type: mediaType }))
  }
}
