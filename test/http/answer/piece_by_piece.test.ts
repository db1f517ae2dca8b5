import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { openPieceByPiece } from '../../../src/http/answer/piece_by_piece.ts'

describe('long texts that are sent as they are made', () => {
  let time: number
  let rested: number[]
  /** what makes a piece or rests after one, and the most that did so at once */
  let busy: number
  let most: number

  beforeEach(() => {
    ;[time, rested, busy, most] = [0, [], 0, 0]
  })

  async function takes(ms: number): Promise<void> {
    most = Math.max(most, ++busy)
    await turn()
    time += ms
    busy--
  }
  const opened = () =>
    openPieceByPiece({
      now: () => time,
      rests: (due) => {
        rested.push(due)
        return takes(due)
      },
    })

  it('are made one piece at a time, each in its turn, and rest as long as a piece took', async () => {
    const inTurn = opened()
    const order: string[] = []
    async function* text(name: string): AsyncGenerator<string> {
      for (let n = 0; n < 4; n++) {
        await takes(10)
        order.push(name)
        yield `${name}${n} `
      }
    }
    const all = async (pieces: AsyncIterable<string>): Promise<string> => {
      let whole = ''
      for await (const piece of pieces) whole += piece
      return whole
    }
    const wholes = await Promise.all(['a', 'b', 'c'].map((name) => all(inTurn(text(name)))))
    expect(wholes).to.deep.equal(['a', 'b', 'c'].map((name) => [0, 1, 2, 3].map((n) => `${name}${n} `).join('')))
    expect(most).to.equal(1)
    expect(order.join('')).to.equal('abc'.repeat(4))
    expect(rested).to.deep.equal(Array.from(order, () => 10))
  })

  it('rest together after pieces that took next to nothing', async () => {
    async function* text(): AsyncGenerator<string> {
      for (let n = 0; n < 1_000; n++) {
        time += 0.25
        yield '}'
      }
    }
    let pieces = 0
    for await (const _ of opened()(text())) pieces++
    expect(pieces).to.equal(1_000)
    expect(rested).to.deep.equal(Array.from({ length: 250 }, () => 1))
  })

  it('rest a second at most after a piece for which the database took longer', async () => {
    async function* text(): AsyncGenerator<string> {
      await takes(20_000)
      yield 'late'
      await takes(10)
      yield 'soon'
    }
    for await (const piece of opened()(text())) expect(piece).to.be.oneOf(['late', 'soon'])
    expect(rested).to.deep.equal([1_000, 10])
  })

  it('go on after one that failed, and one that nobody reads on is ended', async () => {
    const inTurn = openPieceByPiece()
    async function* fails(): AsyncGenerator<string> {
      yield 'first'
      throw new Error('no more')
    }
    let ended = false
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield 'on'
      } finally {
        ended = true
      }
    }
    const failing = inTurn(fails())
    expect((await failing.next()).value).to.equal('first')
    expect(await failing.next().catch((error: Error) => error.message)).to.equal('no more')
    for await (const piece of inTurn(endless())) {
      expect(piece).to.equal('on')
      break
    }
    expect(ended).to.equal(true)
  })
})
