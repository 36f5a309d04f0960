import type { Meta, StoryObj } from '@storybook/react-vite';
import { PackageCard, PackageGrid } from '@widget/parts/index.js';
import { useSay } from '../fixtures/Held.js';

function Packages({ withCoupon = false, withBadge = true, isBusy = false }: { withCoupon?: boolean; withBadge?: boolean; isBusy?: boolean }) {
  const say = useSay();
  const year = say('for 1 year', 'por 1 año');
  const taxes = say('plus taxes', 'más impuestos');
  const choose = say('Choose', 'Elegir');
  const coupon = withCoupon ? { oldPriceLabel: say('Was', 'Antes'), coupon: say('Spring offer: 20 % off', 'Oferta de primavera: 20 % menos') } : {};
  const package_ = (name: string) => ({
    name,
    actionLabel: choose,
    actionAccessibleLabel: `${choose} ${name}`,
    priceNote: year,
    taxNote: taxes,
    onSelect: () => undefined,
    ...coupon,
  });
  return (
    <PackageGrid>
      <PackageCard
        {...package_(say('Essentials', 'Esencial'))}
        description={say('Calendar, messages and expenses.', 'Calendario, mensajes y gastos.')}
        price={withCoupon ? '$95.20' : '$119.00'}
        oldPrice={withCoupon ? '$119.00' : undefined}
        features={[
          say('Shared calendar', 'Calendario compartido'),
          say('Messages with tone check', 'Mensajes con revisión del tono'),
          say('Expense log', 'Registro de gastos'),
        ]}
        busyLabel={say('One moment…', 'Un momento…')}
      />
      <PackageCard
        {...package_('Premium')}
        badge={withBadge ? say('Recommended', 'Recomendado') : undefined}
        description={say('Everything, with calls and file storage.', 'Todo, con llamadas y archivos.')}
        price={withCoupon ? '$159.20' : '$199.00'}
        oldPrice={withCoupon ? '$199.00' : undefined}
        features={[
          say('All of Essentials', 'Todo lo de Esencial'),
          say('Recorded calls', 'Llamadas grabadas'),
          say('1 GB file storage', '1 GB para archivos'),
          say('Unlimited payments', 'Pagos ilimitados'),
        ]}
        isBusy={isBusy}
        busyLabel={say('One moment…', 'Un momento…')}
      />
      <PackageCard
        name={say('Build your own', 'Arme el suyo')}
        description={say('Pick just what your family needs.', 'Elija solo lo que su familia necesita.')}
        features={[say('Choose each feature', 'Elija cada función'), say('1 or 2 years', '1 o 2 años')]}
        actionLabel={say('Customize', 'Personalizar')}
        onSelect={() => undefined}
      />
    </PackageGrid>
  );
}

const meta = { title: 'Parts/PackageCard', component: Packages, parameters: { wide: true } } satisfies Meta<typeof Packages>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = { args: { withBadge: false } };
export const Recommended: Story = {};
export const WithCoupon: Story = { args: { withCoupon: true } };
export const Busy: Story = { args: { isBusy: true } };
