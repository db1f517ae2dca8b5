import { expect } from 'chai'
import { serviceClock } from '../../../src/clock.ts'
import { encodedPage, type EncodedPage } from '../../../src/http/views/serving/encoded_page.ts'
import { openPageCache } from '../../../src/http/views/serving/page_cache.ts'
import { busy, rateLimited } from '../../../src/rules/errors.ts'

const page = encodedPage({ format: 'md', text: 'Found.', indexable: false, etag: 'weak' })

describe('a page that is kept', () => {
  it('keeps no more memory than its bytes, compressed or not', async () => {
    for (const text of ['Found.', 'a '.repeat(700), 'Found. '.repeat(4_000)]) {
      const { body, encoded } = encodedPage({ format: 'md', text, indexable: false, etag: 'weak' })
      for (const bytes of [body, await encoded('gzip'), await encoded('br')])
        expect(bytes.buffer.byteLength).to.equal(bytes.length)
    }
  })
})

/** Visitors who ask for one page at the same moment; each load ends when the story says so. */
describe('a page that several ask for at once', () => {
  const cache = openPageCache({ clock: serviceClock(), versionOf: () => undefined })
  let loads: { readonly by: string; readonly gone: AbortSignal; ends(outcome: EncodedPage | Error): void }[]
  let key: string
  let pages = 0
  beforeEach(() => {
    loads = []
    key = `search q=${++pages}`
  })

  function visitor(by: string) {
    const client = new AbortController()
    const load = (gone: AbortSignal) =>
      new Promise<EncodedPage>((found, failed) => {
        loads.push({ by, gone, ends: (outcome) => (outcome instanceof Error ? failed(outcome) : found(outcome)) })
      })
    const asks = async () => cache.get({ key, load, gone: () => client.signal })
    return { leaves: () => client.abort(), answer: asks().catch((error: unknown) => error) }
  }
  const loadedBy = () => loads.map(({ by }) => by)

  it('is loaded once', async () => {
    const [ada, ben] = [visitor('ada'), visitor('ben')]
    loads[0]?.ends(page)
    expect(await Promise.all([ada.answer, ben.answer])).to.deep.equal([page, page])
    expect(loadedBy()).to.deep.equal(['ada'])
  })

  it('is refused only to whom the limit is for: the others load it, again once', async () => {
    const [ada, ben, cleo] = [visitor('ada'), visitor('ben'), visitor('cleo')]
    const tooMany = rateLimited('ip', 'Your other searches are still under way.', { retry_after_seconds: 1 })
    loads[0]?.ends(tooMany)
    expect(await ada.answer).to.equal(tooMany)
    expect(loadedBy()).to.deep.equal(['ada', 'ben'])
    loads[1]?.ends(page)
    expect(await Promise.all([ben.answer, cleo.answer])).to.deep.equal([page, page])
    expect(loadedBy()).to.deep.equal(['ada', 'ben'])
  })

  it('is refused to all where the service is busy', async () => {
    const visitors = [visitor('ada'), visitor('ben')]
    const crowded = busy('in_flight', 'Many people are searching.', { retry_after_seconds: 1 })
    loads[0]?.ends(crowded)
    expect(await Promise.all(visitors.map(({ answer }) => answer))).to.deep.equal([crowded, crowded])
    expect(loadedBy()).to.deep.equal(['ada'])
  })

  it('is not loaded any more once the last of them has gone, and is for who comes then', async () => {
    const [ada, ben] = [visitor('ada'), visitor('ben')]
    ada.leaves()
    expect(loads[0]?.gone.aborted).to.equal(false)
    ben.leaves()
    expect(loads[0]?.gone.aborted).to.equal(true)
    const cleo = visitor('cleo')
    expect(loadedBy()).to.deep.equal(['ada', 'cleo'])
    expect(loads[1]?.gone.aborted).to.equal(false)
    loads[1]?.ends(page)
    expect(await cleo.answer).to.equal(page)
    loads[0]?.ends(busy('in_flight', 'Whoever asked has gone.'))
    await Promise.all([ada.answer, ben.answer])
  })
})
