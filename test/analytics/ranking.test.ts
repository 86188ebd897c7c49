import { expect, test } from '@jest/globals'
import { anOrganizationOf } from '../support/many-rows.ts'
import { type Actor, startServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { daysAgo } from './records.ts'

/* Campaigns are ranked in two ways: by sums that are kept, where there are many campaigns, and by all of their results. */

let actor: Actor
setUp(async (opened) => {
  actor = await anOrganizationOf(1_000, opened.use(await startServer()))
})

const SORTS = 'IMPRESSIONS CLICKS CONVERSIONS SPEND REVENUE CTR CONVERSION_RATE CPC CPA ROI'.split(' ')
const ORDERS = ['ASC', 'DESC']

test.each(SORTS.flatMap((sort) => ORDERS.map((order) => [sort, order])))(
  'performance by %s, %s, is the same whether all time is asked for or a range that holds all',
  async (sort, order) => {
    for (const page of [1, 2, 101]) {
      const query = `/api/analytics/performance?sort=${sort}&order=${order}&page=${page}`
      const [all, inRange] = await Promise.all([
        actor.rest('GET', query),
        actor.rest('GET', `${query}&from=${daysAgo(30)}&to=${daysAgo(0)}`),
      ])
      expect(all.body.data).not.toEqual([])
      expect(all.body.data).toEqual(inRange.body.data)
    }
  },
)
