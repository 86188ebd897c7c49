import { Field, ObjectType } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { ContentItem } from './content-item.entity.ts'
import { ContentVersion } from './content-version.entity.ts'

@ObjectType({ description: 'Page of content items.' })
export class ContentConnection extends connectionOf(ContentItem) {}

@Output('Numbered page of content items.')
export class ContentPage {
  @Field(() => [ContentItem], { description: 'Items of this page.' })
  items!: ContentItem[]

  @Field(() => PageMeta, { description: 'Totals of the list.' })
  meta!: PageMeta
}

@Output('The versions of a content item, newest first.')
export class ContentVersionPage {
  @Field(() => [ContentVersion], { description: 'Items of this page.' })
  items!: ContentVersion[]

  @Field(() => PageMeta, { description: 'Totals of the list.' })
  meta!: PageMeta
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
