import { plural, t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useNavigate } from '@tanstack/react-router'
import { numberFromCents } from '#contract/money.ts'
import { findGiftCents, findQuantity, quantityLimits } from '#contract/rules/card-order.ts'
import type { PhysicalProductsAnswer } from '#contract/schemas/physical-order.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Empty, LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findTypedOf, keepTypedOf } from '#lib/query/typed-forms.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { capPrice, capQuantity, listGiftProblems } from '#shared/forms/gift-input.ts'
import { GiftFace } from '#shared/gift-card/gift-face.tsx'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { presetAmounts } from '#contract/rules/card.ts'
import { PricePresets } from '#shared/forms/price-presets.tsx'
import { fieldGrid } from '#shared/forms/recipient-fields.tsx'
import { useTyped } from '#lib/ui/use-typed.ts'
import { useProducts } from '../queries.ts'
import { addToCart, type NewItem } from '../requests.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { useCart } from '../use-cart.ts'

type Product = PhysicalProductsAnswer['products'][number]

/** `/physicalcards`: a mailed gift card, its price and quantity. */
export function PhysicalCardsScreen() {
  const { answer, failed, retry } = useProducts()
  const product = answer?.products[0]
  return (
    <>
      {/* A line is reserved for the lead, so that nothing below moves when it loads. */}
      <PageHead title={t('Gift cards by mail')} lead={answer || failed ? product?.subheader : '\u00a0'} />
      <Box className="container" paddingBottom="12">
        {product && <ProductOffer product={product} shipping={answer.shipping_handling} />}
        {answer && !product && (
          <Empty>{t('This restaurant does not send gift cards by mail right now.')}</Empty>
        )}
        {!answer && <LoadingOrFailed failed={failed} what={t('The card')} isKept={false} onRetry={retry} />}
      </Box>
    </>
  )
}

function ProductOffer({ product, shipping }: { product: Product; shipping: string }) {
  const restaurant = useLocationCopy()?.location.name ?? ''
  return (
    <Box
      display="grid"
      gap={{ base: '6', lg: '12' }}
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      alignItems="start"
    >
      {product.design && <GiftFace design={product.design} restaurant={restaurant} />}
      {!product.design && product.image !== '' && (
        <chakra.img
          src={product.image}
          alt=""
          width="100%"
          aspectRatio="16 / 10"
          objectFit="cover"
          borderRadius="m"
          decoding="async"
        />
      )}
      <Box display="grid" gap="6">
        <h2>{product.name}</h2>
        <AddForm product={product} />
        <Text
          color="muted"
          fontSize="small"
        >{rich`Shipping & Handling: ${<span className="price">{shipping}</span>} an order`}</Text>
        <MerchantHtml html={product.description} />
      </Box>
    </Box>
  )
}

function AddForm({ product }: { product: Product }) {
  const navigate = useNavigate()
  const cart = useCart()
  const { adding, add } = useAdding(() => {
    keepTypedOf('posted-cards', product.program_id, undefined)
    void navigate({ to: '/cart' })
  })
  const { values, text, fill, shown, problems, check } = useTyped(
    () => ({
      price: String(presetAmounts[0]),
      quantity: '1',
      ...findTypedOf('posted-cards', product.program_id),
    }),
    (typed) => listGiftProblems(typed, quantityLimits.physicalCards),
    (changes) => {
      keepTypedOf('posted-cards', product.program_id, changes)
      adding.reset()
    },
    (field, next, before) => (field === 'price' ? capPrice : capQuantity)(next, before),
  )
  const submit = (): void => {
    const cents = findGiftCents(values.price)
    const quantity = findQuantity(values.quantity, quantityLimits.physicalCards)
    if (!check() || cents === undefined || quantity === undefined) return
    add({ item: product.program_id, price: numberFromCents(cents), quantity })
  }
  return (
    <LoadingOverlay busy={adding.isPending}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Box display="grid" gap="5">
          {adding.error && (
            <Banner
              intoView
              tone="error"
              header={t('Validation Failed')}
              messages={explain(asAppError(adding.error))}
            />
          )}
          <PricePresets
            cents={presetAmounts.map((dollars) => dollars * 100)}
            price={values.price}
            onPick={(price) => fill({ price })}
          />
          <Box {...fieldGrid}>
            <Field label={t('Price')} hint={t('From 1.00, in dollars')} problem={shown('price')}>
              {(field) => <TextInput {...field} inputMode="decimal" autoComplete="off" {...text('price')} />}
            </Field>
            <Field
              label={t('Quantity')}
              hint={t`1 to ${quantityLimits.physicalCards}`}
              problem={shown('quantity')}
            >
              {(field) => (
                <TextInput {...field} inputMode="numeric" autoComplete="off" {...text('quantity')} />
              )}
            </Field>
          </Box>
          <Button type="submit" full disabled={Object.keys(problems).length > 0 || cart.state === 'loading'}>
            {t('Add to Cart')}
          </Button>
          {cart.state === 'open' && <CartLink count={countOf(cart.row.snapshot)} />}
        </Box>
      </form>
    </LoadingOverlay>
  )
}

/** The link to the cart, with the number of cards in it (specification §2). */
const CartLink = ({ count }: { count: number }) => (
  <PathLink
    path="/cart"
    className="button button--second button--full"
    aria-label={plural(count, 'View cart, {0} card', 'View cart, {0} cards')}
  >
    {rich`VIEW CART · ${count}`}
  </PathLink>
)

const countOf = ({ items }: PhysicalOrder): number => items.reduce((sum, { quantity }) => sum + quantity, 0)

/** Adds under the same key until there is a definite answer: pressing twice adds once. */
function useAdding(onDone: () => void) {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const adding = useSingleMutation({
    mutationFn: async (item: NewItem) => {
      const services = await load()
      await addToCart(services, item, keyOf(services, ''))
    },
    onSuccess: () => onDone(),
    onSettled: (_, cause) => noteOutcome(cause),
  })
  const reset = (): void => {
    noteOutcome()
    adding.reset()
  }
  return { adding: { ...adding, reset }, add: adding.mutate }
}
