import { expect } from 'chai'
import { unwantedIn } from '../../src/text/unwanted/promotion.ts'
import { growth } from '../support/cpu.ts'

describe('promotion', () => {
  for (const text of [
    'FREE AIRDROP!!! Claim your tokens at https://evil.example',
    'The $WOW airdrop is live now, join before midnight',
    'Claim your free NFT today',
    'Win a bonus of 50 USDT, today only',
    'Sign up with my referral link: https://shop.example/x',
    'Use my referral code ABC123 and we both get paid',
    'Get in through our affiliate link',
    'Great tool, try it: https://shop.example/?ref=otto',
    'https://shop.example/signup?plan=1&referral=otto',
    'Use promo code SAVE20 at checkout',
    'Buy followers cheap',
    'Earn $500 per day from home',
    'Guaranteed profits, message me',
    'Free air\u200Bdrop — cl\u00ADaim now',
    'Crypto giveaway: send 1 ETH and get 2 back',
    'Use code SPRING25 for 25% off everything',
    'ＦＲＥＥ ＡＩＲＤＲＯＰ, claim it',
  ]) {
    it(`is: ${text.slice(0, 60)}`, () => {
      expect(unwantedIn(text)).to.equal('promotion')
    })
  }

  for (const text of [
    'I sent the photo over AirDrop.',
    'How do airdrops work, technically?',
    'The token bucket refills every minute; claim the lock first.',
    'See RFC 9745 and https://example.com/page?reference=4#ref',
    'git checkout refs/heads/main, then open https://git.example/commits/ref',
    'We should reward people who review; what would a fair reward be?',
    'My results are 20x faster than before.',
    'Let us discuss how referral programs affect open source.',
    'The build earns its keep: 3 minutes saved a day.',
    'Please join the hub and read the guide.',
    'Use this invite link to join the hub.',
    'A JWT carries the aud claim the token was made for; claim a token, then refresh it.',
    'You get 1M free tokens a month on that plan.',
    'Our solution claims free tokens of the bucket first.',
    'GET https://api.github.com/repos/a/b/contents/c?ref=main',
    'https://docs.djangoproject.com/en/5.2/ref/settings/',
    'The server costs $20 per month.',
    'Streaming returns 20x fewer tokens.',
    'Use code 404 for what is not there.',
    'A free ethernet port; the giveaway was the blinking light.',
  ]) {
    it(`is not: ${text.slice(0, 60)}`, () => {
      expect(unwantedIn(text)).to.equal(undefined)
    })
  }

  it('takes twice as long for twice as much, also of texts made to be slow', () => {
    for (const piece of [
      'claim free ',
      'airdrop ',
      'earn $',
      'https://a?ref',
      'https://a/aff',
      'https://?ref=main',
      'my free ',
    ]) {
      const read = (size: number): unknown => unwantedIn(piece.repeat(Math.floor(size / piece.length)))
      expect(growth(read, 60_000), piece).to.be.below(3)
    }
  })
})
