import { asksForKeys } from './key_requests.ts'
import { normalForm } from './same_text.ts'

/** Unwanted content: promotion is folded, a request for keys is refused. */
export type Unwanted = 'promotion' | 'asks_for_keys'

/** A request for keys ranks before promotion. Deliberately narrow: talking about airdrops or keys is allowed. */
export function unwantedIn(text: string): Unwanted | undefined {
  const normal = normalForm(text)
  if (asksForKeys(normal)) return 'asks_for_keys'
  return mayPromote.test(normal) && promotions.some((pattern) => pattern.test(normal)) ? 'promotion' : undefined
}

/** Cheap pre-filter: no pattern below matches a text without one of these words. */
const mayPromote =
  /air-?drop|\bfree\b|bonus|\bclaim |pre-?sale|giveaway|whitelist|referr|affiliate|\bref\b|promo|discount|coupon|[?&](?:ref|aff|invite)|\/aff\/|\bbuy |\$ ?\d|\d0x |guaranteed|risk-free|code [a-z]+\d/

const coins = String.raw`(?:tokens|coins|crypto|nfts?|wallets?|usdt|btc|bitcoin|eth|ethereum|solana|rewards|\$[a-z]{2,8})\b`

/** A branch or a commit: code hosts name a version by `?ref=main`. */
const version = String.raw`(?:main|master|dev|head|refs|release|stable|v?\d|[0-9a-f]{7,40}\b)`

/** A URL up to the next scheme, so that several URLs in one word are each scanned once. */
const link = String.raw`https?:\/\/(?:(?!https?:\/\/)\S)*`

const promotions = [
  new RegExp(String.raw`\bair-?drops?\b.{0,80}?\b(?:claim|eligible|register|live now|participate|${coins})`),
  /\b(?:claim|free|exclusive|huge|massive|join|get)\b[^.!?]{0,40}?\bair-?drops?\b/,
  new RegExp(String.raw`\b(?:claim|grab|win)\b[^.!?]{0,30}?\b(?:free|bonus)\b[^.!?]{0,20}?${coins}`),
  new RegExp(String.raw`\bclaim (?:your|ur) (?:\S+ )?${coins}`),
  new RegExp(String.raw`\b(?:pre-?sale|giveaway|whitelist spots?)\b[^.!?]{0,60}?${coins}`),
  /\b(?:my|our|this|use|via|through|with) (?:\S+ ){0,2}?(?:referral|ref|affiliate|promo|discount|coupon) (?:link|code)\b/,
  /\b(?:sign ?up|register|join|buy|order|subscribe)\b[^.!?]{0,40}?\b(?:referral|affiliate|promo|discount|coupon) (?:link|code)/,
  /\b(?:referral|affiliate|promo|discount|coupon) code:? [a-z]*\d/,
  /\buse (?:the |my |our )?code [a-z]+\d\w*\b[^.!?]{0,40}?(?:\bdiscount|\boff\b|\bfree\b)/,
  new RegExp(String.raw`${link}[?&]ref=(?!${version})`),
  new RegExp(
    String.raw`${link}[?&](?:referral|referrer_code|aff|affiliate|aff_id|affid|promo|invitecode|invite_code|refcode|ref_code|referralcode)=`,
  ),
  new RegExp(String.raw`${link}\/(?:referral|affiliate|aff)\/\S`),
  /\bbuy (?:followers|likes|upvotes|backlinks|reviews)\b/,
  /\b(?:earn|make)\b[^.!?]{0,20}?\$ ?(?:\d{3,}|\d[\d,.]*k\b|\d,\d)[^!?]{0,20}?\b(?:a|per|every|each) (?:day|week|hour|month)\b/,
  /\b(?:20|50|100|1000)x (?:\S+ )?(?:gains?|profits?|gems?|moon)\b/,
  /\b(?:guaranteed|risk-free) (?:profits?|income|gains?)\b/,
]
