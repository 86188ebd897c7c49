import { maxHeaderSize, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode, ErrorDetails } from '../../common/errors.ts'

type Refusal = [status: number, code: ErrorCode, message: string, details: ErrorDetails]

/** The answer to an error of Node's HTTP server; undefined when the connection itself failed. */
function refusalOf({ code, reason }: NodeJS.ErrnoException & { reason?: string }): Refusal | undefined {
  if (code === 'HPE_HEADER_OVERFLOW')
    return [431, 'PAYLOAD_TOO_LARGE', `The headers exceed ${maxHeaderSize} bytes`, { limit: maxHeaderSize }]
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'VALIDATION_ERROR', 'The request did not arrive in time', {}]
  return code?.startsWith('HPE_')
    ? [400, 'VALIDATION_ERROR', `The request is not valid HTTP: ${reason}`, {}]
    : undefined
}

/** Whether a response has started on the connection, which then cannot carry another one. */
function hasStarted(socket: Duplex): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage')
  return typeof response === 'object' && response !== null && 'headersSent' in response && response.headersSent === true
}

/** Says why bytes are not read as a request, for example because a token is too long. Node answers without a body. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error, socket) => {
    const refusal = socket.writable && !hasStarted(socket) ? refusalOf(error) : undefined
    if (!refusal) return socket.destroy()
    const [status, code, message, details] = refusal
    const body = JSON.stringify({ error: STATUS_CODES[status], message, code, statusCode: status, details })
    const headers = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`, () => socket.destroy())
  })
}
