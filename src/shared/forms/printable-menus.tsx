import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCents } from '#contract/money.ts'
import { allergenText, nothingStated } from '#contract/rules/allergen-words.ts'
import { dietWords, statementOf } from '#contract/rules/allergens.ts'
import type { BookMenu, MenuItem } from '#contract/schemas/menu.ts'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import styles from './printable-menus.module.css'

/** A menu on a page that is read and printed: the dishes of a book's menu, or a merchant's own text. */
export type PrintableMenu = { title: string } & ({ dishes: BookMenu } | { html: string })

/** The till's menus under their own names. */
export const listPrintable = (menus: readonly BookMenu[]): PrintableMenu[] =>
  menus.map((dishes) => ({ title: dishes.name, dishes }))

type PrintableMenusProps = {
  title: string
  lead?: string | undefined
  menus: readonly PrintableMenu[]
  /** The restaurant states allergens: for a dish without a statement, the page says so. */
  tellsAllergens: boolean
  /** Shown, and printed, between the title and the menus. */
  children?: ReactNode
}

const idOf = (place: number): string => `menu-${place + 1}`

/**
 * Menus to read from top to bottom (`/menu/readonly`, `/catering`): a button that prints them, and links that scroll to each. On paper there is only the
 * restaurant's title and its menus, black on white.
 */
export function PrintableMenus({ title, lead, menus, tellsAllergens, children }: PrintableMenusProps) {
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.head}>
        <div>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {menus.length > 0 && (
          <button
            type="button"
            className={`button button--second ${styles.screen}`}
            onClick={() => window.print()}
          >
            <Printer aria-hidden size={18} /> {t('PRINT MENU')}
          </button>
        )}
      </div>
      {children}
      {menus.length > 1 && (
        <nav aria-label={t('Menus on this page')} className={styles.screen}>
          <ul className={styles.jumps}>
            {menus.map((menu, place) => (
              <li key={idOf(place)}>
                <Link
                  to="."
                  hash={idOf(place)}
                  className={styles.jump}
                  onClick={() => document.getElementById(idOf(place))?.focus()}
                >
                  {menu.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {menus.map((menu, place) => (
        <section key={idOf(place)} className={styles.menu} aria-labelledby={idOf(place)}>
          <h2 id={idOf(place)} tabIndex={-1} className={styles.title}>
            {menu.title}
          </h2>
          {'html' in menu ? (
            <MerchantHtml html={menu.html} />
          ) : (
            <Dishes menu={menu.dishes} tellsAllergens={tellsAllergens} />
          )}
        </section>
      ))}
    </div>
  )
}

function Dishes({ menu, tellsAllergens }: { menu: BookMenu; tellsAllergens: boolean }) {
  return (
    <>
      {menu.description && <p className={styles.lead}>{menu.description}</p>}
      {menu.categories.length === 0 && <p>{t('No categories on this menu')}</p>}
      {menu.categories.map((category) => (
        <div key={category.id} className={styles.category}>
          <h3>{category.name}</h3>
          {category.description && <p className={styles.note}>{category.description}</p>}
          {category.items.length === 0 && <p className={styles.note}>{t('No items on this category')}</p>}
          <ul>
            {category.items.map((item) => (
              <li key={item.id} className={styles.dish}>
                <span className={styles.line}>
                  <span className={styles.name}>{item.name}</span>
                  <span className="price">{formatCents(item.omnivore.price_per_unit)}</span>
                </span>
                {item.description && <span className={styles.note}>{item.description}</span>}
                <Diets item={item} tellsAllergens={tellsAllergens} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

/** What stays true on paper: diets and allergens, including what is not known; but not what is sold out tonight. */
function Diets({ item, tellsAllergens }: { item: MenuItem; tellsAllergens: boolean }) {
  const stated = tellsAllergens ? (statementOf(item) ?? nothingStated) : undefined
  const diets = dietWords(item)
  const allergens = allergenText(stated)
  if (diets.length === 0 && allergens === '') return null
  return (
    <span className={styles.diets}>
      {diets.join(' · ')}
      {diets.length > 0 && allergens !== '' && ' · '}
      {allergens !== '' && <span className={styles.allergens}>{allergens}</span>}
    </span>
  )
}
