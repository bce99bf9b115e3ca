// The settings of ODK Collect as its QR code contains them: JSON, compressed by zlib, in Base64.

interface CollectSettings {
  /** Server address of the person. */
  readonly address: string;
  /** Name of the project in the app. */
  readonly project: string;
}

const settingsJson = ({ address, project }: CollectSettings): string =>
  JSON.stringify({
    general: {
      ...{ protocol: 'odk_default', server_url: address, username: '', password: '' },
      // The app downloads the forms by itself and removes those that the person may no longer fill in.
      ...{ form_update_mode: 'match_exactly', periodic_form_updates_check: 'every_one_hour' },
      autosend: 'wifi_and_cellular',
    },
    admin: {},
    project: { name: project },
  });

export const collectSettings = async (settings: CollectSettings): Promise<string> => {
  const text = new Blob([settingsJson(settings)]).stream();
  const bytes = await new Response(text.pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
};
