import { expect } from 'chai'
import { mint } from '../../src/rules/ids.ts'
import { inputs } from '../../src/rules/limits.ts'
import {
  type Cursor,
  cursorOf,
  cursorText,
  type Snapshot,
  snapshotOf,
  snapshotText,
} from '../../src/reading/catch_up/catch_up_cursor.ts'

const now = Date.UTC(2026, 8, 24)
const seen: Snapshot = { xmin: 74_000_001, xmax: 74_000_009, running: [74_000_001, 74_000_006] }
const until: Snapshot = { xmin: 74_900_000, xmax: 74_900_003, running: [74_900_000, 74_900_002] }
const many = (from: number): Snapshot => ({
  xmin: from,
  xmax: from + 900,
  running: Array.from({ length: 90 }, (_, n) => from + n * 10),
})

describe('a cursor of catch_up', () => {
  it('holds a time, what was seen, and where the pages of a window are', () => {
    const cursors: Cursor[] = [
      { since: now },
      { since: now, seen },
      { since: now, place: 258 },
      ...(['thread', 'pad', 'task', 'decision'] as const).flatMap((kind): Cursor[] => {
        const going = { until, at: now - 5, id: mint(kind, now) }
        return [
          { since: now, going },
          { since: now, seen, going },
          { since: now, place: 65_535, seen, going },
        ]
      }),
    ]
    for (const cursor of cursors) {
      const text = cursorText(cursor)
      expect(text.length).to.be.at.most(inputs.since)
      expect(cursorOf(text)).to.deep.equal(cursor)
    }
    expect(snapshotOf(snapshotText(seen))).to.deep.equal(seen)
    expect(snapshotOf('12:12:')).to.deep.equal({ xmin: 12, xmax: 12, running: [] })
  })

  it('fits, however many transactions were under way, and never counts one as seen that was not', () => {
    const going = { until: many(74_900_000), at: now, id: mint('pad', now) }
    for (const cursor of [
      { since: now, seen: many(500) },
      { since: now, seen: many(74_000_001), going },
    ]) {
      const text = cursorText(cursor)
      expect(text.length).to.be.at.most(inputs.since)
      const kept = cursorOf(text) as Cursor
      for (const [whole, part] of [
        [cursor.seen, kept.seen],
        ['going' in cursor ? cursor.going.until : undefined, kept.going?.until],
      ]) {
        if (!whole || !part) continue
        expect(part.xmin).to.equal(whole.xmin)
        expect(part.xmax).to.be.at.most(whole.xmax)
        expect(part.running).to.deep.equal(whole.running.filter((one) => one < part.xmax))
      }
    }
  })

  it('is nothing else', () => {
    const text = cursorText({ since: now, seen })
    for (const other of ['', 'c', 'cnonsense!', 'c1.2', text.slice(1), text.slice(0, -4), `${text}AAAA`, `${text}=`]) {
      expect(cursorOf(other), other).to.equal(undefined)
    }
    // so many transactions under way, it says, and names none
    const bytes = [
      1,
      ...Buffer.from(text.slice(1), 'base64url').subarray(1, 7),
      5,
      1,
      0xff,
      0xff,
      0xff,
      0xff,
      0xff,
      0x7f,
    ]
    expect(cursorOf(`c${Buffer.from(bytes).toString('base64url')}`)).to.equal(undefined)
  })
})
