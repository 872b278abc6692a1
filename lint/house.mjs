import { booleanArguments } from './rules/boolean-arguments.mjs'
import { layers } from './rules/layers.mjs'
import { kebabCase, noBarrels, noClimbing } from './rules/names.mjs'
import { money } from './rules/money.mjs'
import { ports } from './rules/ports.mjs'
import { modules } from './rules/server-modules.mjs'
import { sizes } from './rules/sizes.mjs'
import { texts } from './rules/texts.mjs'
import { sqlOwners } from './rules/tables.mjs'
import { transactions } from './rules/transactions.mjs'

/** Our own rules, run by oxlint as a plugin (.oxlintrc.json, `jsPlugins`). README.md in this folder says what each is for. */
export default {
  meta: { name: 'house' },
  rules: {
    'boolean-arguments': booleanArguments,
    layers,
    'no-climbing': noClimbing,
    'no-barrels': noBarrels,
    'kebab-case': kebabCase,
    ports,
    money,
    'server-modules': modules,
    'sql-owners': sqlOwners,
    sizes,
    texts,
    transactions,
  },
}
