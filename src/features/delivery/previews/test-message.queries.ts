import { listOf } from '../../../graphql/lists.ts'
import { TestMessage } from './test-message.entity.ts'

export const testMessages = listOf('testMessage', TestMessage, {
  description: 'Page of test messages.',
  where: {},
  sortBy: ['createdAt', 'contact', 'status'],
})
