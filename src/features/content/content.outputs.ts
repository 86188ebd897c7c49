import { Field, ID, Int } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { transitionType } from '../../graphql/transition.ts'
import { ContentStatus, Language } from './content-item.entity.ts'

export const ContentTransition = transitionType('ContentTransition', ContentStatus)

@Output('The same content in another language.')
export class ContentTranslation {
  @Field(() => ID, { description: 'Id of the content item.' })
  id!: string

  @Field(() => String, { description: 'Title of the content.' })
  title!: string

  @Field(() => Language, { description: 'Language of the content.' })
  language!: Language

  @Field(() => ContentStatus, { description: 'Lifecycle status of the content.' })
  status!: ContentStatus

  @Field(() => Int, { description: 'Version number.' })
  version!: number

  @Field(() => Boolean, { description: 'Whether this item is the original of the translations.' })
  isOriginal!: boolean
}

@Output('Template with its variables filled in.')
export class RenderedContent {
  @Field(() => String, { description: 'Title with the variables filled in.' })
  title!: string

  @Field(() => String, {
    description: 'Body with the variables filled in. For EMAIL and BANNER, values are escaped as HTML.',
  })
  body!: string
}
