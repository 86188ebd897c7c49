import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode } from 'dns-packet'

/** A DNS record that a name server returns. */
export interface Published {
  name: string
  type: string
  value: string
}

/** A name server on loopback, with the records that tests add to it. */
export interface NameServer extends AsyncDisposable {
  /** The address in the format of DNS_SERVERS. */
  address: string
  records: Published[]
}

const dataOf = ({ type, value }: Published) => {
  const [preference = '10', exchange = value] = value.split(' ')
  return type === 'MX' ? { preference: Number(preference), exchange } : (value.match(/.{1,255}/g) ?? [''])
}

/** Starts a name server, on any free port by default. Names without records do not exist. */
export async function startNameServer(port = 0): Promise<NameServer> {
  const socket = createSocket('udp4')
  const server: NameServer = {
    address: '',
    records: [],
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (message, client) => {
    const { id = 0, questions = [] } = decode(message)
    const answers = server.records
      .filter((record) =>
        questions.some(({ name, type }) => record.name === name.toLowerCase() && record.type === type),
      )
      .map((record) => ({ name: record.name, type: record.type, ttl: 1, data: dataOf(record) }))
    const known = server.records.some(({ name }) => name === questions[0]?.name.toLowerCase())
    const flags = (answers.length > 0 || known ? 0 : 3) | 0x0100 | 0x0080
    socket.send(
      encode({ type: 'response', id, flags, questions, answers: answers as never }),
      client.port,
      client.address,
    )
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}
