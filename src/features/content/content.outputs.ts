import { Field } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'

@Output('Template with its variables filled in.')
export class RenderedContent {
  @Field(() => String, { description: 'Title with the variables filled in.' })
  title!: string

  @Field(() => String, {
    description: 'Body with the variables filled in. For EMAIL and BANNER, values are escaped as HTML.',
  })
  body!: string
}
