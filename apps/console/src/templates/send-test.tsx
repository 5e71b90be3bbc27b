import { useState } from 'react';
import type { Template } from '@chat/client';
import { TemplateFilling } from '../sending/template-filling';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';

/** Sends a template to a number of one's own. */
export function SendTest({ template, onClose }: { template: Template; onClose: () => void }) {
  const { lifecycle: texts } = useTexts();
  const announce = useAnnounce();
  const [code, setCode] = useState('');
  const [mobile, setMobile] = useState('');
  const [mobile_code, number] = [code, mobile].map((text) => text.replaceAll(/\D/g, ''));
  const { chat_account_id } = template;
  return (
    <Dialog title={texts.testTitle} isOpen onClose={onClose} size="large">
      <TemplateFilling
        template={template}
        to={mobile_code && number ? { chat_account_id, mobile_code, mobile: number } : texts.numberMissing}
        onBack={onClose}
        onSent={() => {
          announce(texts.sent);
          onClose();
        }}
      >
        <TextField
          label={texts.dialCode}
          value={code}
          onChange={setCode}
          type="tel"
          maxLength={6}
          autoFocus
        />
        <TextField label={texts.mobile} value={mobile} onChange={setMobile} type="tel" maxLength={20} />
      </TemplateFilling>
    </Dialog>
  );
}
