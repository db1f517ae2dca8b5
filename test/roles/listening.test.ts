import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'chai'
import { type Listening, listen } from '../../src/roles/listening.ts'
import { until } from '../support/until.ts'

describe('a port', () => {
  let listening: Listening
  const asked: string[] = []
  const serve = (): void =>
    listening.serve((request, response) => {
      asked.push(request.url ?? '')
      response.end('served')
    })

  beforeEach(async () => {
    listening = await listen({ port: 0, trustProxy: 0 })
    asked.length = 0
  })
  afterEach(() => listening.close(0))

  const at = (path: string) => `http://127.0.0.1:${listening.port}${path}`

  it('that does not serve yet keeps requests until it does, and drops those whose client went', async () => {
    const waiting = fetch(at('/early')).then((answer) => answer.text())
    const gone = connect(listening.port, '127.0.0.1')
    gone.write('GET /gone HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until(() => listening.connections.open_level === 2, 'both came')
    gone.destroy()
    await until(() => listening.connections.open_level === 1, 'one went')
    serve()
    expect(await waiting).to.equal('served')
    expect(asked).to.deep.equal(['/early'])
  })

  it('that closed answers what comes over kept connections once more, and closes them then', async () => {
    serve()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async (path: string): Promise<IncomingMessage> => {
      const [answer] = (await once(get(at(path), { agent }), 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      return answer
    }
    expect((await ask('/first')).headers.connection).to.equal('keep-alive')
    listening.refuseNew()
    const closed = listening.close(10_000, 10_000)
    const last = await ask('/last')
    expect([last.statusCode, last.headers.connection]).to.deep.equal([200, 'close'])
    // no longer than that: nobody is left
    await closed
    const refused = await fetch(at('/after')).catch((error: Error) => (error.cause as { code: string }).code)
    expect(refused).to.equal('ECONNREFUSED')
    agent.destroy()
  })
})
