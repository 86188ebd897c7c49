import { maxHeaderSize, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { completeBody, type Facts } from './error-body.ts'

/** What an error of Node's HTTP server says to the client; undefined when the connection itself failed. */
function factsOf({ code = '', reason }: NodeJS.ErrnoException & { reason?: string }): Facts | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The headers exceed ${maxHeaderSize} bytes`
    return { status: 431, code: 'PAYLOAD_TOO_LARGE', message, details: { limit: maxHeaderSize } }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, code: 'VALIDATION_ERROR', message: 'The request did not arrive in time' }
  if (!code.startsWith('HPE_')) return undefined
  return { status: 400, code: 'VALIDATION_ERROR', message: `The request is not valid HTTP: ${reason}` }
}

/** Whether a response has started on the connection, which then cannot carry another one. */
function hasStarted(socket: Duplex): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage')
  return typeof response === 'object' && response !== null && 'headersSent' in response && response.headersSent === true
}

/** Says why bytes are not read as a request, for example because a token is too long. Node answers without a body. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error, socket) => {
    const facts = socket.writable && !hasStarted(socket) ? factsOf(error) : undefined
    if (!facts) return socket.destroy()
    const body = JSON.stringify(completeBody(facts))
    const headers = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
    socket.end(`HTTP/1.1 ${facts.status} ${STATUS_CODES[facts.status]}\r\n${headers}\r\n\r\n${body}`, () =>
      socket.destroy(),
    )
  })
}
