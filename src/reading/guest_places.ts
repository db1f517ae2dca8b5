/** Where somebody without a seat may write. */
export { hubTakesGuests, threadTakesGuests } from '../../sql/reads/guest_places.ts'
