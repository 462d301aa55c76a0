// Sets a pupil's class: java UpdatePerson.java NUMBER CLASS. Needs JDK 17 and no library.
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;

public class UpdatePerson {
  static final HttpClient HTTP = HttpClient.newHttpClient();

  static HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(System.getenv("ROLLCALL_URL") + "/api/v1/" + path))
        .timeout(Duration.ofSeconds(20))
        .header("Authorization", "Bearer " + System.getenv("ROLLCALL_TOKEN"));
  }

  /** Sends a request. Returns the text of the answer; a refusal, which has code and msg, ends the program. */
  static String send(HttpRequest.Builder request) throws Exception {
    var answer = HTTP.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() == 200) return answer.body();
    System.err.println(answer.statusCode() + ": " + answer.body());
    System.exit(1);
    return null;
  }

  /** A text of JSON. A library such as Jackson does this and reads the answers too. */
  static String json(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  public static void main(String[] given) throws Exception {
    var person = send(to("people/find?identity=" + URLEncoder.encode(given[0], StandardCharsets.UTF_8)));
    var id = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"").matcher(person);
    if (!id.find()) throw new IllegalStateException(person);
    var change = "{\"id\":" + json(id.group(1)) + ",\"fields\":{\"school_class\":" + json(given[1]) + "}}";
    // Sent again under the same key, it is done once.
    send(to("person/update")
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .POST(BodyPublishers.ofString(change)));
    System.out.println(id.group(1));
  }
}
