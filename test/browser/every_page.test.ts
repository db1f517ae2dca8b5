import { expect } from 'chai'
import { kilobytes } from '../../src/rules/units.ts'
import { type Bakery, sharedBakery } from '../support/bakery.ts'
import { firstVisit, wrongIn } from './checks.ts'
import { pages, type PageShown, sessionOf } from './pages.ts'
import { looksLike, openWindow, type Window, widths } from './window.ts'

const most = { requests: 4, bytes: kilobytes(40), editing: kilobytes(100) } as const

describe('every page of the web app', function () {
  this.timeout(120_000)
  let bakery: Bakery
  const windows = new Map<PageShown['as'], Window>()
  const told = new Set<string>()

  before(async () => {
    bakery = await sharedBakery()
  })

  after(async () => {
    for (const window of windows.values()) await window.close()
  })

  it('has something to show: Mara comes back to twelve things to decide and more, of every kind', async () => {
    const { items } = await bakery.people.mara.does('ui_inbox', { limit: 200 })
    const waiting = (items as { kind: string }[]).map(({ kind }) => kind).filter((kind) => kindsToDecide.includes(kind))
    expect(new Set(waiting)).to.have.all.keys(...kindsToDecide)
    expect(waiting.length).to.be.at.least(12)
  })

  for (const shown of pages) {
    const { name, as = 'nobody', status = 200, path } = shown
    const size = name === 'edit' ? most.editing : most.bytes
    it(`${name}, for ${as}: answers ${status} within ${size / kilobytes(1)} KB and four requests, without an error; axe finds nothing at 1280 and 390 px by day and by night; at 390 all is large enough for a thumb; nothing is too wide at 320`, async () => {
      const window = await windowOf(shown.as)
      await looksLike(window, widths.wide, 'light')
      const visit = await firstVisit(window, path(bakery))
      expect([...(await wrongIn(window)), ...newFaults(window)].join('\n')).to.equal('')
      expect(visit.status).to.equal(status)
      expect(visit.bytes).to.be.at.most(size)
      expect(visit.requests.length, visit.requests.join('\n')).to.be.at.most(most.requests)
    })
  }

  /** One for each person: what changes from page to page is the address. */
  async function windowOf(as: PageShown['as']): Promise<Window> {
    const open = windows.get(as) ?? (await openWindow(bakery.server, { as: await sessionOf(bakery, as) }))
    windows.set(as, open)
    return open
  }

  /** What went wrong since it was last asked, the page before included where its errors came late. */
  function newFaults({ faults }: Window): string[] {
    const fresh = faults.filter((fault) => !told.has(fault))
    for (const fault of fresh) told.add(fault)
    return fresh
  }
})

const kindsToDecide = [
  'edit_waiting',
  'decision_waiting',
  'review_wanted',
  'join_request',
  'section_flagged',
  'dm_request',
  'takeover',
  'report_waiting',
]
