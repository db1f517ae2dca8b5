export { type Reader, readerFor, seatHolder, signedOut } from '../rules/reader.ts'
