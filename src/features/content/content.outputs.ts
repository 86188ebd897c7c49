import { Field, ObjectType } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { ContentItem } from './content-item.entity.ts'
import { ContentVersion } from './content-version.entity.ts'

@ObjectType({ description: 'A page of content by cursor.' })
export class ContentConnection extends connectionOf(ContentItem) {}

@Output('The plain list of content.')
export class ContentPage {
  @Field(() => [ContentItem])
  items: ContentItem[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('The history of a piece of content, newest first.')
export class ContentVersionPage {
  @Field(() => [ContentVersion])
  items: ContentVersion[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('A template with its variables filled in.')
export class RenderedContent {
  @Field(() => String)
  title: string

  @Field(() => String, { description: 'For EMAIL and BANNER, values are escaped as HTML.' })
  body: string
}
