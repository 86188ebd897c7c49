// graphql reads it once, when it is loaded. What else asks for it finds what it was.
const { NODE_ENV } = process.env
process.env.NODE_ENV = 'production'
await import('graphql')
process.env.NODE_ENV = NODE_ENV

// The limit of Node. Jest sets 100, and each error of GraphQL and each `expect` pays for its frames.
Error.stackTraceLimit = 10

export {}
