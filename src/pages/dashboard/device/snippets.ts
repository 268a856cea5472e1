import { clientIdOf, upTopic } from '@contract/topics';

interface Connection {
  /** `mqtt://host:port`, or `mqtts:` behind TLS. */
  mqttUrl: string;
  appKey: string;
  sn: string;
  secret: string;
}

/** Code that connects one device and sends one reading, ready to run. A secret has no quotes or backslashes: it is base64url. */
export function snippets({ mqttUrl, appKey, sn, secret }: Connection): { name: string; code: string }[] {
  const { hostname, port, protocol } = new URL(mqttUrl);
  const isTls = protocol === 'mqtts:';
  const id = clientIdOf(appKey, sn);
  const topic = upTopic(appKey, sn, 'telemetry');
  const at = port || (isTls ? '8883' : '1883');

  return [
    {
      name: 'mosquitto_pub',
      code: `mosquitto_pub -h ${hostname} -p ${at}${isTls ? ' --tls-use-os-certs' : ''} \\
  -i '${id}' \\
  -u '${id}' \\
  -P '${secret}' \\
  -t '${topic}' -q 1 \\
  -m '{"values":{"temperature":21.5}}'`,
    },
    {
      name: 'Node.js',
      code: `// npm install mqtt; node device.mjs
import mqtt from 'mqtt';

const client = await mqtt.connectAsync('${mqttUrl}', {
  clientId: '${id}',
  username: '${id}',
  password: '${secret}',
});

const reading = { ts: Date.now(), values: { temperature: 21.5 } };
await client.publishAsync('${topic}', JSON.stringify(reading), { qos: 1 });
await client.endAsync();`,
    },
    {
      name: 'Python',
      code: `# pip install "paho-mqtt>=2"
import json
import paho.mqtt.client as mqtt

client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="${id}")
client.username_pw_set("${id}", "${secret}")${isTls ? '\nclient.tls_set()' : ''}
client.connect("${hostname}", ${at})
client.loop_start()

reading = {"values": {"temperature": 21.5}}
client.publish("${topic}", json.dumps(reading), qos=1).wait_for_publish()
client.disconnect()
client.loop_stop()`,
    },
    {
      name: 'C/ESP-IDF',
      code: `#include "mqtt_client.h"

static void on_connected(void *arg, esp_event_base_t base, int32_t id, void *event) {
    esp_mqtt_client_handle_t client = ((esp_mqtt_event_handle_t)event)->client;
    esp_mqtt_client_publish(client,
        "${topic}",
        "{\\"values\\":{\\"temperature\\":21.5}}", 0, 1, 0);
}

void start_mqtt(void) {
    esp_mqtt_client_config_t config = {
        .broker.address.uri = "${mqttUrl}",${isTls ? '\n        .broker.verification.crt_bundle_attach = esp_crt_bundle_attach,' : ''}
        .credentials.client_id = "${id}",
        .credentials.username = "${id}",
        .credentials.authentication.password = "${secret}",
    };
    esp_mqtt_client_handle_t client = esp_mqtt_client_init(&config);
    esp_mqtt_client_register_event(client, MQTT_EVENT_CONNECTED, on_connected, NULL);
    esp_mqtt_client_start(client);
}`,
    },
  ];
}
