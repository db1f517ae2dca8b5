export { isOutage } from '../../sql/outage.ts'
