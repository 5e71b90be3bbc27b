import { useState, type FormEvent } from 'react';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import type { OtherProps } from './attach-menu';

/** One product of the catalog at the provider, which only the provider knows: it is named by its ids. */
export default function ProductForm({ onSend, onClose }: OtherProps) {
  const { composer: texts, common } = useTexts();
  const [catalog, setCatalog] = useState('');
  const [product, setProduct] = useState('');
  const [body, setBody] = useState('');
  const isReady = catalog.trim() !== '' && product.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const ids = { catalog_id: catalog.trim(), product_retailer_id: product.trim() };
    const members = { product: { ...ids, ...(body.trim() && { body }) } };
    onSend({ type: 'product', label: product.trim(), members });
  };
  return (
    <Dialog title={texts.kinds.product} isOpen onClose={onClose} size="small">
      <form onSubmit={submit}>
        <TextField
          label={texts.catalog}
          help={texts.catalogHelp}
          value={catalog}
          onChange={setCatalog}
          maxLength={200}
          autoFocus
        />
        <TextField label={texts.productId} value={product} onChange={setProduct} maxLength={200} />
        <TextField
          label={texts.productBody}
          value={body}
          onChange={setBody}
          maxLength={1024}
          lines={2}
          isOptional
        />
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isReady}>
            {texts.send}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
