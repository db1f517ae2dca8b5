import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'chai'
import { pipelined } from '../../src/rules/limits.ts'
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

  describe('over which somebody sends more without awaiting the answers', () => {
    const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

    it('begins each request when those before it are answered', async () => {
      const begun: string[] = []
      const answers: (() => void)[] = []
      listening.serve((request, response) => {
        begun.push(request.url ?? '')
        answers.push(() => response.end(request.url))
      })
      const impatient = connect(listening.port, '127.0.0.1')
      let heard = ''
      impatient.on('data', (chunk: Buffer) => (heard += chunk.toString()))
      impatient.write(['/first', '/second', '/third'].map(ask).join(''))
      await until(() => answers.length > 0, 'the first has begun')
      for (const upTo of [['/first'], ['/first', '/second'], ['/first', '/second', '/third']]) {
        await until(() => begun.length === upTo.length, `${upTo.at(-1)} has begun`)
        expect(begun).to.deep.equal(upTo)
        answers.shift()?.()
      }
      await until(() => heard.includes('/third'), 'the last answer')
      expect(heard.match(/\/(first|second|third)$|\/(first|second|third)(?=HTTP)/g)).to.deep.equal(begun)
      impatient.destroy()
    })

    it('begins none of those behind it when the client leaves', async () => {
      const begun: string[] = []
      const left: string[] = []
      listening.serve((request, response) => {
        begun.push(request.url ?? '')
        response.once('close', () => left.push(request.url ?? ''))
      })
      const impatient = connect(listening.port, '127.0.0.1')
      impatient.write(ask('/wait').repeat(4))
      await until(() => begun.length > 0, 'the first has begun')
      impatient.destroy()
      await until(() => left.length > 0 && listening.connections.open_level === 0, 'it went')
      expect([begun, left]).to.deep.equal([['/wait'], ['/wait']])
    })

    it('ends the connection where too many wait', async () => {
      serve()
      const ends = async (behind: number): Promise<boolean> => {
        const impatient = connect(listening.port, '127.0.0.1')
        let heard = 0
        impatient.on('data', (chunk: Buffer) => (heard += chunk.toString().split('HTTP/1.1 200').length - 1))
        impatient.write(ask('/all').repeat(1 + behind))
        const closed = once(impatient, 'close').then(() => true)
        const answered = until(() => heard === 1 + behind, 'all are answered').then(() => false)
        const first = await Promise.race([closed, answered])
        impatient.destroy()
        return first
      }
      expect([await ends(pipelined), await ends(pipelined + 1)]).to.deep.equal([false, true])
    })
  })
})
