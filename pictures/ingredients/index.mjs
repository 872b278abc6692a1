/** All ingredients by the name a recipe uses. */
import { BREADS } from './bread.mjs'
import { AFFOGATO } from './affogato.mjs'
import { ARTICHOKES } from './artichokes.mjs'
import { BEAN_PUREE } from './beanpuree.mjs'
import { BLOSSOMS } from './blossoms.mjs'
import { BRAISES } from './braise.mjs'
import { CALAMARI } from './calamari.mjs'
import { CARVED } from './carved.mjs'
import { BROCCOLINI } from './broccolini.mjs'
import { CHEESES } from './cheese.mjs'
import { CHICORIES } from './chicories.mjs'
import { CHUNKS } from './chunks.mjs'
import { CITRUS_WEDGES } from './citruswedge.mjs'
import { COBBLER } from './cobbler.mjs'
import { CORN } from './corn.mjs'
import { CRISP_SAGE } from './crispsage.mjs'
import { CURED } from './cured.mjs'
import { CUTS } from './cuts.mjs'
import { DINO_RIB } from './dinorib.mjs'
import { DRUMSTICKS } from './drumsticks.mjs'
import { FARRO } from './farro.mjs'
import { FRUIT } from './fruit.mjs'
import { GELATO } from './gelato.mjs'
import { HEN_OF_THE_WOODS } from './henofwoods.mjs'
import { LEAVES } from './leaves.mjs'
import { LINKS } from './links.mjs'
import { MAC } from './mac.mjs'
import { MEATS } from './meat.mjs'
import { MELT } from './melt.mjs'
import { MILANESE } from './milanese.mjs'
import { MUSHROOMS } from './mushrooms.mjs'
import { ONION } from './onion.mjs'
import { ORECCHIETTE } from './orecchiette.mjs'
import { PANZANELLA } from './panzanella.mjs'
import { PASTA } from './pasta.mjs'
import { PIT } from './brisket.mjs'
import { POTATOES } from './potatoes.mjs'
import { RIBBONS } from './ribbons.mjs'
import { RISOTTO } from './risotto.mjs'
import { ROCKET } from './rocket.mjs'
import { RIGATONI } from './rigatoni.mjs'
import { SAUCES } from './sauces.mjs'
import { SHINGLES } from './shingles.mjs'
import { SLAW } from './slaw.mjs'
import { SLOW } from './slow.mjs'
import { SMALL } from './small.mjs'
import { SORRENTINA } from './sorrentina.mjs'
import { SPOONED } from './spooned.mjs'
import { STRIP } from './stripsteak.mjs'
import { SWEETS } from './sweets.mjs'
import { TAGLIO } from './taglio.mjs'
import { TABLEWARE } from './tableware.mjs'
import { THIGHS } from './thighs.mjs'
import { TWIRLS } from './twirls.mjs'
import { VEGETABLES } from './vegetables.mjs'
import { WHITE_BREAD } from './whitebread.mjs'

export const INGREDIENTS = {
  ...BREADS,
  ...AFFOGATO,
  ...ARTICHOKES,
  ...BEAN_PUREE,
  ...BLOSSOMS,
  ...BRAISES,
  ...CALAMARI,
  ...CARVED,
  ...BROCCOLINI,
  ...CHEESES,
  ...CHICORIES,
  ...CHUNKS,
  ...CITRUS_WEDGES,
  ...COBBLER,
  ...CORN,
  ...CRISP_SAGE,
  ...CURED,
  ...CUTS,
  ...DINO_RIB,
  ...DRUMSTICKS,
  ...FARRO,
  ...FRUIT,
  ...GELATO,
  ...HEN_OF_THE_WOODS,
  ...LEAVES,
  ...LINKS,
  ...MAC,
  ...MEATS,
  ...MELT,
  ...MILANESE,
  ...MUSHROOMS,
  ...ONION,
  ...ORECCHIETTE,
  ...PANZANELLA,
  ...PASTA,
  ...PIT,
  ...POTATOES,
  ...RIBBONS,
  ...RISOTTO,
  ...ROCKET,
  ...RIGATONI,
  ...SAUCES,
  ...SHINGLES,
  ...SLAW,
  ...SLOW,
  ...SMALL,
  ...SORRENTINA,
  ...SPOONED,
  ...STRIP,
  ...SWEETS,
  ...TAGLIO,
  ...TABLEWARE,
  ...THIGHS,
  ...TWIRLS,
  ...VEGETABLES,
  ...WHITE_BREAD,
}

export function ingredient(name) {
  const found = INGREDIENTS[name]
  if (!found) throw new Error(`unknown ingredient: ${name}`)
  return found
}
