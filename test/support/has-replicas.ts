/** Whether each server of a test is two gateways behind a proxy: `TEST_REPLICAS=2`. */
export const HAS_REPLICAS = process.env.TEST_REPLICAS === '2'

if (process.env.TEST_REPLICAS && !HAS_REPLICAS)
  throw new Error(`TEST_REPLICAS is ${process.env.TEST_REPLICAS}: it must be 2`)
if (HAS_REPLICAS && !process.env.TEST_DATABASE_URL)
  throw new Error('TEST_REPLICAS needs TEST_DATABASE_URL: PGlite has one process')
