/** Downloads a file to the user's machine. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

export const saveJson = (name: string, content: unknown): void =>
  saveFile(name, new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))

/** A file as the schema has it: its content is encoded with Base64. */
interface Encoded {
  filename: string
  mediaType: string
  content: string
}

export function saveEncoded({ filename, mediaType, content }: Encoded): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  saveFile(filename, new Blob([bytes], { type: mediaType }))
}
