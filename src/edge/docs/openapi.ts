/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  additionalProperties?: boolean | Schema
  readOnly?: boolean
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema: Schema
  example?: unknown
}

interface Media {
  schema: Schema
  example?: unknown
}

export type Content = Readonly<Record<string, Media>>

export interface Body {
  description?: string
  content: Content
}

export interface Answer {
  description: string
  content?: Content
}

interface Reference {
  $ref: string
}

/** A component itself, or a reference to it. */
type Referable<T> = T | Reference

export interface Operation {
  tags: readonly string[]
  operationId: string
  summary: string
  description: string
  parameters: readonly Referable<Parameter>[]
  requestBody?: Body
  responses: Readonly<Record<string, Referable<Answer>>>
}

/** The part of the OpenAPI document that its page shows. */
export interface OpenApi {
  info: { title: string; version: string; description: string }
  tags: readonly { name: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: {
    parameters: Readonly<Record<string, Parameter>>
    responses: Readonly<Record<string, Answer>>
    schemas: Readonly<Record<string, Schema>>
  }
}

/** The component name in a reference: its last part. */
export const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** Follows a reference to its component. @throws Error for an unknown component */
export function resolve<T extends object>(node: Referable<T>, components: Readonly<Record<string, T>>): T {
  if (!('$ref' in node)) return node
  const found = components[nameIn(node.$ref)]
  if (!found) throw new Error(`${node.$ref} is not in the OpenAPI document`)
  return found
}
