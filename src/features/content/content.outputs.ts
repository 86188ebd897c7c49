import { ID, Int } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { field, fields } from '../../graphql/fields.ts'
import { transitionType } from '../../graphql/transition.ts'
import { ContentStatus, Language } from './content-item.entity.ts'

export const ContentTransition = transitionType('ContentTransition', ContentStatus)

@Output('The same content in another language.')
export class ContentTranslation extends fields({
  id: field(ID, 'Id of the content item.'),
  title: field(String, 'Title of the content.'),
  language: field(Language, 'Language of the content.'),
  status: field(ContentStatus, 'Lifecycle status of the content.'),
  version: field(Int, 'Version number.'),
  isOriginal: field(Boolean, 'Whether this item is the original of the translations.'),
}) {}

@Output('Template with its variables filled in.')
export class RenderedContent extends fields({
  title: field(String, 'Title with the variables filled in.'),
  body: field(String, 'Body with the variables filled in. For EMAIL and BANNER, values are escaped as HTML.'),
}) {}
