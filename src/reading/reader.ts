export { type Reader, readerFor, signedOut } from '../rules/reader.ts'
