// graphql reads NODE_ENV once, when it is loaded. Afterwards NODE_ENV has its old value for all other code.
const { NODE_ENV } = process.env
process.env.NODE_ENV = 'production'
await import('graphql')
process.env.NODE_ENV = NODE_ENV

// The default limit of Node. Jest sets 100, which makes each GraphQL error and each `expect` slower.
Error.stackTraceLimit = 10

export {}
