import { layers } from './rules/layers.mjs'
import { kebabCase, noBarrels, noClimbing } from './rules/names.mjs'
import { money } from './rules/money.mjs'
import { ports } from './rules/ports.mjs'
import { sizes } from './rules/sizes.mjs'

/** Our own rules, run by oxlint as a plugin (.oxlintrc.json, `jsPlugins`). What each is for stands in README.md beside this. */
export default {
  meta: { name: 'house' },
  rules: {
    layers,
    'no-climbing': noClimbing,
    'no-barrels': noBarrels,
    'kebab-case': kebabCase,
    ports,
    money,
    sizes,
  },
}
