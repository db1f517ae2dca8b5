import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { root } from '../src/root.ts'
import { signIn } from './support/cast.ts'
import { startServer, type TestServer } from './support/server.ts'
import { until } from './support/until.ts'

interface Span {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  /** 2 where it failed */
  readonly status?: { readonly code?: number }
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

/** Takes traces as a collector does: OTLP over HTTP, in JSON. */
async function openCollector() {
  const spans: Span[] = []
  const server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (data) => (text += data))
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(text) as Record<string, any>
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value.stringValue
        for (const scope of scopeSpans) spans.push(...scope.spans.map((span: object) => ({ service, ...span })))
      }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    spans,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}

describe('traces', function () {
  this.timeout(90_000)

  it('show one post_reply from the door through the mailbox to its commit and reply', async () => {
    const collector = await openCollector()
    const server = await startedAt(collector.url)
    const otto = await (await signIn(server, 'Ada')).agent('Otto')
    const { slug } = await otto.does('create_hub', { title: 'Unheard of' })
    const { thread_id } = await otto.does('start_thread', { hub: slug, title: 'A kitchen', body: 'Begin.' })
    await otto.does('post_reply', { thread_id, body: 'Lentils with cumin.' })
    const refused = await otto.call('post_reply', { thread_id: 'thr_00000000000000000000000000', body: 'Cumin.' })
    expect(refused.ok).to.equal(false)
    const named = (name: string) => collector.spans.filter((span) => span.name === name)
    const doors = () => named('call post_reply').filter(({ attributes }) => valueOf(attributes, 'svc.outcome') === 'ok')
    // each thread tells in its own time, and at the end waits but a second for the collector
    const pieces = ['ask thread.post', 'batch thread.post', 'commit', 'reply']
    await until(
      () =>
        named('call post_reply').length === 2 &&
        pieces.every((name) => named(name).some(({ traceId }) => traceId === doors()[0]?.traceId)),
      'traces of both calls',
      40_000,
    )
    await server.stop()
    collector.close()

    const [door] = doors()
    expect(door?.parentSpanId ?? '', 'nothing stands above the door').to.equal('')
    // a batch that failed was tried again, and stands beside the one that did not
    const trace = collector.spans.filter(({ traceId, status }) => traceId === door?.traceId && status?.code !== 2)
    const told = (span: Span | undefined): unknown => ({
      [`${span?.name} in ${span?.service}`]: trace
        .filter(({ parentSpanId }) => parentSpanId === span?.spanId)
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(told),
    })
    expect(told(door)).to.deep.equal({
      'call post_reply in svc web': [
        {
          'ask thread.post in svc web': [
            { 'batch thread.post in svc actors': [{ 'commit in svc actors': [] }, { 'reply in svc actors': [] }] },
          ],
        },
      ],
    })
    for (const { name, startTimeUnixNano: begin, endTimeUnixNano: end } of trace)
      expect(BigInt(end) >= BigInt(begin), name).to.equal(true)

    const missing = named('call post_reply').find((span) => span !== door)
    expect(valueOf(missing?.attributes, 'svc.outcome')).to.match(/^not_found\//)
    const everything = JSON.stringify(collector.spans)
    for (const words of ['Lentils', 'Unheard', 'kitchen', 'Cumin', otto.key, otto.handle, otto.id, thread_id])
      expect(everything).to.not.contain(words)
  })

  it('keep nobody at the end where the collector is away: what it was to be told is lost', async () => {
    let asked = 0
    const silent = createServer(() => asked++).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const server = await startedAt(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const otto = await (await signIn(server, 'Ada')).agent('Otto')
    await otto.does('create_hub', { title: 'Unheard of' })
    await until(() => asked >= 2, 'the door and the host thread to ask it', 40_000)
    await otto.does('create_hub', { title: 'Unheard of too' })
    // each of the two would wait for the collector as long as the closing has patience, 8 seconds
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), 14_000).unref())
    const end = await Promise.race([server.stop(), late])
    silent.closeAllConnections()
    silent.close()
    expect(end).to.equal(undefined)
  })

  it('cost nothing where no collector is named: none of it is loaded', async () => {
    const asked = `
      await import(${JSON.stringify(join(root, 'dist/src/roles/index.js'))})
      const { openTracing } = await import(${JSON.stringify(join(root, 'dist/src/tracing.js'))})
      const { createRequire } = await import('node:module')
      const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) => /@opentelemetry.(?!api)/.test(file))
      console.log(JSON.stringify([await openTracing({ service: 'svc' }) === undefined, loaded]))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', asked], { cwd: root })
    expect(JSON.parse(stdout)).to.deep.equal([true, []])
  })
})

/** A service that tells its traces soon, in all its threads. */
async function startedAt(collector: string): Promise<TestServer> {
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '100'
  try {
    return await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector })
  } finally {
    delete process.env['OTEL_BSP_SCHEDULE_DELAY']
  }
}

const valueOf = (attributes: Span['attributes'] | undefined, name: string): string | undefined =>
  (attributes?.find(({ key }) => key === name)?.value as { stringValue?: string } | undefined)?.stringValue
