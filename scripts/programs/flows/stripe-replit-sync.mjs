import * as engine from 'stripe-replit-sync'
import { syncShop } from './sync.mjs'

export default (flow) => syncShop(flow, engine)
