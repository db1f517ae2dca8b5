import { inputs } from '../../rules/limits.ts'
import { type Untrusted, words } from '../untrusted.ts'

/** 2 to 60 of a–z, 0–9 and -. No dot, so that /h/<slug>.md is unambiguous. */
export const slugPattern = `^[a-z0-9][a-z0-9-]{0,${inputs.slug.most - 2}}[a-z0-9]$`
const slugForm = new RegExp(slugPattern)
export const isSlug = (text: string): boolean => slugForm.test(text) && !reservedSlugs.has(text)

/** Paths that share the prefix with hubs. */
const reservedSlugs: ReadonlySet<string> = new Set(['new'])

/** Derives a slug from a title. It may be taken; the caller then tries `slugWithSuffix` from 2 up. */
export function slugFrom(title: Untrusted | string): string {
  const plain = plainLetters(words(title as Untrusted))
    .slice(0, inputs.slug.most)
    .replace(/-+$/, '')
  return isSlug(plain) ? plain : 'hub'
}

/** `recipes`, 2 → `recipes-2`, shortened so that it stays a valid slug. */
export const slugWithSuffix = (slug: string, n: number): string => withSuffix(slug, n, inputs.slug.most)

/** Transliterates to a–z and 0–9 without diacritics; everything else becomes single hyphens. */
export const plainLetters = (text: string): string =>
  text
    .replace(/[ßøłđðþæœı]/gi, (letter) => spelled[letter.toLowerCase()] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

export function withSuffix(text: string, n: number, most: number): string {
  const suffix = `-${n}`
  return text.slice(0, most - suffix.length).replace(/-+$/, '') + suffix
}
