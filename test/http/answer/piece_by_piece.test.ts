import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { openPieceByPiece } from '../../../src/http/answer/piece_by_piece.ts'

describe('long texts that are sent as they are made', () => {
  it('are made one piece at a time, each in its turn, and rest as long as a piece took', async () => {
    const inTurn = openPieceByPiece()
    const order: string[] = []
    let [making, most, busy] = [0, 0, 0]
    async function* text(name: string): AsyncGenerator<string> {
      for (let n = 0; n < 4; n++) {
        most = Math.max(most, ++making)
        const began = performance.now()
        await pause(10)
        busy += performance.now() - began
        making--
        order.push(name)
        yield `${name}${n} `
      }
    }
    const all = async (pieces: AsyncIterable<string>): Promise<string> => {
      let whole = ''
      for await (const piece of pieces) whole += piece
      return whole
    }
    const began = performance.now()
    const wholes = await Promise.all(['a', 'b', 'c'].map((name) => all(inTurn(text(name)))))
    expect(wholes).to.deep.equal(['a', 'b', 'c'].map((name) => [0, 1, 2, 3].map((n) => `${name}${n} `).join('')))
    expect(most).to.equal(1)
    expect(order.join('')).to.equal('abc'.repeat(4))
    expect(performance.now() - began).to.be.above(1.7 * busy)
  })

  it('do not rest a thousand times for pieces that took nothing', async () => {
    const inTurn = openPieceByPiece()
    async function* text(): AsyncGenerator<string> {
      for (let n = 0; n < 1_000; n++) yield '}'
    }
    const began = performance.now()
    let pieces = 0
    for await (const _ of inTurn(text())) pieces++
    expect(pieces).to.equal(1_000)
    expect(performance.now() - began).to.be.below(500)
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
