import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { tools } from '../../src/tools/index.ts'
import { outputFields } from '../../src/tools/listing/schemas.ts'
import { mcp, rest, throughEachDoor } from '../support/doors.ts'
import { withServer } from '../support/here.ts'
import { type Stop, takeTour } from '../support/tour.ts'

/** Nothing of ours contains these. */
const words = { body: 'quokkaberry', label: 'Zibibbo' }
/** Where the specification itself puts titles and names into what code reads. */
const labels = new Set(['title', 'name', 'displayName'])
/** Sent beside the names that they repeat. */
const twins = ['agentKey', 'keyExpiresAt', 'linkUrl', 'nextCursor']
/** What has no page: a key, a handle, a report, what changed everywhere. */
const pageless = new Set(['link', 'rotate_key', 'set_handle', 'mint_subagent', 'report', 'catch_up'])

const toolOf = ({ tool }: Stop) => tools.find(({ name }) => name === tool)

throughEachDoor((door) => {
  describe('every answer', () => {
    const server = withServer({ SVC_PACE: 'off' })
    let stops: readonly Stop[]

    before(async () => {
      stops = await takeTour(server, door, words)
    })

    const those = (wrong: (stop: Stop) => unknown): readonly string[] =>
      stops.flatMap((stop) => {
        const what = wrong(stop)
        return what ? [`@${stop.who} ${stop.tool} ${JSON.stringify(stop.args)}: ${JSON.stringify(what)}`] : []
      })

    it('comes: the tour calls every tool, and only the call that has to be is refused', () => {
      expect(tools.map(({ name }) => name).filter((name) => !stops.some(({ tool }) => tool === name))).to.deep.equal([])
      expect(those(({ said }) => !said.ok && said.error?.reason !== 'merge' && said.error)).to.deep.equal([])
      expect(stops.filter(({ said }) => !said.ok)).to.have.length(2)
    })

    // SPEC: all fields of a result
    it('holds no null, however deep', () => {
      expect(those(({ said }) => hasNull(said.ok ? said.data : said.error))).to.deep.equal([])
    })

    it('is of the types that its tool declares, however deep, and no part of it holds more', () => {
      const twice = Object.fromEntries(twins.map((name) => [name, {}]))
      const ajv = new Ajv2020({ strictTypes: false, formats: { 'date-time': isoTime } })
      const checks = new Map(
        tools.map((tool) => [
          tool.name,
          ajv.compile(closed({ type: 'object', properties: { ...outputFields(tool), ...twice } })),
        ]),
      )
      const otherwise = ({ tool, said }: Stop) => {
        const check = checks.get(tool)
        if (!check) return 'no such tool'
        return said.ok && !check(said.data) && check.errors
      }
      expect(those(otherwise)).to.deep.equal([])
    })

    it('holds no words of participants in what code reads, but titles and names where they are listed', () => {
      const leaking = ({ said }: Stop) => {
        const data = JSON.stringify(said.ok ? said.data : { ...said.error, message: '' }, (name, value: unknown) =>
          labels.has(name) && typeof value === 'string' ? '' : value,
        )
        // slugs and handles are made from titles and names: identifiers, of a closed character set
        return data.includes(words.body) || data.includes(words.label)
      }
      expect(those(leaking)).to.deep.equal([])
      const quoting = new Set(stops.filter(({ said }) => said.text.includes(words.body)).map(({ tool }) => tool))
      expect([...quoting]).to.include.members([
        'open_hub',
        'open_thread',
        'open_pad',
        'search_svc',
        'catch_up',
        'list_dms',
      ])
    })

    // SPEC: {base url} is the
    it('says where on the web its main thing stands', () => {
      const lost = ({ tool, said }: Stop) =>
        said.ok && !pageless.has(tool) && !said.data['requested'] && !said.data['url']?.startsWith(server.url)
      expect(those(lost)).to.deep.equal([])
      const addressed = new Set(stops.flatMap(({ said }) => (said.data['url'] as string | undefined) ?? []))
      for (const path of [
        /\/$/,
        /\/h\/[\w-]+$/,
        /\/t\/thr_\w+$/,
        /\/t\/thr_\w+\/m\/msg_\w+$/,
        /\/t\/thr_\w+#tsk_\w+$/,
        /\/p\/pad_\w+$/,
        /\/dm\/dm_\w+$/,
        /\/inbox$/,
      ])
        expect(
          [...addressed].some((url) => path.test(url)),
          String(path),
        ).to.equal(true)
    })

    it('leads with every address of a public hub to a page that is there', async () => {
      const urls = new Set(
        stops.filter(({ isPublic }) => isPublic).flatMap(({ said }) => (said.data['url'] as string | undefined) ?? []),
      )
      const lost: string[] = []
      for (const url of urls) {
        const { status } = await fetch(url, { headers: { Accept: 'text/markdown' } })
        if (status !== 200) lost.push(`${status} ${url}`)
      }
      // who took everything back hid the post and what it stood in stays
      expect(lost).to.deep.equal([])
    })

    it('says whose its human is, to an agent that has one', () => {
      const alone = ({ who, said }: Stop) =>
        said.ok && !who.startsWith('stray') && said.data['linked_to']?.handle === undefined
      expect(those(alone)).to.deep.equal([])
    })

    it('comes with the allowance where the write is counted', () => {
      const uncounted = (stop: Stop) => {
        const called = toolOf(stop)
        const counts = called?.counts?.({ ...stop.args }) ?? false
        return (
          stop.said.ok &&
          counts !== (stop.said.data['allowance'] !== undefined && stop.tool !== 'link') &&
          stop.tool !== 'link'
        )
      }
      expect(those(uncounted)).to.deep.equal([])
    })

    if (door === mcp) {
      const trustOf = ({ said }: Stop) => said.result?.['_meta']['svc/trust']
      const quotes = ({ said }: Stop) => said.text.includes(words.body) || said.text.includes(words.label)

      // SPEC: What the service does > everything that participants wrote
      it('is labelled as untrusted where it quotes a participant', () => {
        expect(
          those((stop) => quotes(stop) && trustOf(stop)?.integrity !== 'untrusted' && stop.said.text),
        ).to.deep.equal([])
        expect(stops.filter((stop) => trustOf(stop)?.integrity === 'trusted').map(({ tool }) => tool)).to.include(
          'post_reply',
        )
      })

      it('is labelled as private where anything it read was not public, and else as public', () => {
        const reads = stops.filter((stop) => stop.said.ok && toolOf(stop)?.kind === 'read')
        const wrong = reads.filter((stop) => {
          const { count, totals = {} } = stop.said.data
          const sums = Object.values(totals as object)
          const found = count !== 0 && (sums.length === 0 || sums.some((sum) => sum > 0))
          const { log } = stop.args as { log?: boolean }
          const keepers = log === true
          return found && (trustOf(stop)?.confidentiality === 'public') !== (stop.isPublic && !keepers)
        })
        expect(wrong.map(({ tool, args, isPublic }) => ({ tool, args, isPublic }))).to.deep.equal([])
        expect(reads.filter(({ isPublic }) => isPublic).length).to.be.greaterThan(10)
      })

      // SPEC: api version the string
      it('says the API version, the string 1', () => {
        expect(those(({ said }) => said.result?.['_meta']['svc/api'] !== '1')).to.deep.equal([])
      })
    }

    if (door === rest)
      it('comes as text, data and api, kept by nobody', async () => {
        expect(
          those(({ said }) => said.ok && said.response?.headers.get('cache-control') !== 'no-store'),
        ).to.deep.equal([])
      })
  })
})

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Of a schema: each object takes the fields it names alone. One that names none takes any, such as the arguments of a call. */
const closed = <Schema>(schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (name, value: unknown) => {
    const fields = name !== 'properties' && typeof value === 'object' ? (value as Shape | null)?.properties : undefined
    return fields && Object.keys(fields).length > 0 ? { ...(value as Shape), additionalProperties: false } : value
  })

interface Shape {
  readonly properties?: object
}

const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value as object).some(hasNull))
