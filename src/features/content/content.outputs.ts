import { Field } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { transitionType } from '../../graphql/transition.ts'
import { ContentStatus } from './content-item.entity.ts'

export const ContentTransition = transitionType('ContentTransition', ContentStatus)

@Output('Template with its variables filled in.')
export class RenderedContent {
  @Field(() => String, { description: 'Title with the variables filled in.' })
  title!: string

  @Field(() => String, {
    description: 'Body with the variables filled in. For EMAIL and BANNER, values are escaped as HTML.',
  })
  body!: string
}
