{#-
    dbt 1 renders Jinja in Python, dbt 2 has an engine of its own, in Rust. What they do differently is
    wrapped here, each once; a test finds it anywhere else.
-#}
{#- The groups of a text that has a form as a whole: [text or none, ...]; none if it has another form.
    dbt 2 takes the first alternative that matches the beginning of a text, and then finds that it
    is not the whole. -#}
{% macro matched_groups(form, text) %}
    {% set found = modules.re.search("^(?:" ~ form ~ ")(?![\\s\\S])", text | string) %}
    {% do return(none if found is none else found.groups() | list) %}
{% endmacro %}

{#- Whether a text has a form as a whole. A flag stands in a group of the form, as in (?i:true|false). -#}
{% macro _has_form(form, text) %}
    {% do return(daybook.matched_groups(form, text) is not none) %}
{% endmacro %}

{#- JSON in ASCII, with its keys in order: the same text from both. dbt 2 leaves other characters as
    they are. -#}
{% macro sorted_json(value) %}
    {% set text = namespace(json=tojson(value, sort_keys=true)) %}
    {% for character in set(modules.re.findall("[^\\x00-\\x7e]", text.json)) %}
        {% set text.json = text.json.replace(
            character, daybook._json_escape(character)
        ) %}
    {% endfor %}
    {% do return(text.json) %}
{% endmacro %}

{#- The value of a JSON text; none if it is no JSON. dbt 2 stops there if it has no default, and takes
    a word for a text. -#}
{% macro _value_of_json(text) %}
    {% set value = fromjson(text, text) %}
    {% do return(none if value == text else value) %}
{% endmacro %}

{#- One character, as JSON writes it in ASCII: \u00e9, and two such signs above U+FFFF. The bytes of
    its UTF-8 tell its number: each but the first has six bits of it. -#}
{% macro _json_escape(character) %}
    {% set bytes = (character | urlencode)[1:].split("%") %}
    {% set first = {1: 0, 2: 192, 3: 224, 4: 240}[bytes | length] %}
    {% set code = namespace(point=bytes[0] | int(base=16) - first) %}
    {% for byte in bytes[1:] %}
        {% set code.point = code.point * 64 + byte | int(base=16) - 128 %}
    {% endfor %}
    {% set units = [code.point] %}
    {% if code.point > 65535 %}
        {% set above = code.point - 65536 %}
        {% set units = [55296 + above // 1024, 56320 + above % 1024] %}
    {% endif %}
    {% set escaped, digits = [], "0123456789abcdef" %}
    {% for unit in units %}
        {% do escaped.append("\\u") %}
        {% for size in (4096, 256, 16, 1) %}
            {% do escaped.append(digits[unit // size % 16]) %}
        {% endfor %}
    {% endfor %}
    {% do return(escaped | join) %}
{% endmacro %}

{#- An ASCII text as hex digits. dbt 2 has no bytes, so there each character is looked up. -#}
{% macro _hex_of(text) %}
    {% if text.encode is defined %}
        {% do return(text.encode("ascii").hex()) %}
    {% endif %}
    {% set pairs, digits, hex = {}, "0123456789abcdef", [] %}
    {% for code in range(32, 128) %}
        {% set pair = digits[code // 16] ~ digits[code % 16] %}
        {% do pairs.update({fromjson('"\\u00' ~ pair ~ '"'): pair}) %}
    {% endfor %}
    {% for character in text %} {% do hex.append(pairs[character]) %} {% endfor %}
    {% do return(hex | join) %}
{% endmacro %}

{#- The text again; none if it is not in ASCII. JSON writes a character as \u and four hex digits. -#}
{% macro _text_of_hex(hex) %}
    {% if hex.encode is defined %}
        {% set text = "".encode().fromhex(hex).decode("latin-1") %}
    {% else %}
        {% set characters = modules.re.sub("(..)", "\\\\u00\\1", hex) %}
        {% set text = fromjson('"' ~ characters ~ '"') %}
    {% endif %}
    {% set other = modules.re.search("[^\\x00-\\x7f]", text) %}
    {% do return(text if other is none else none) %}
{% endmacro %}

{#- A mapping without some of its keys, in its order. dbt 2 changes the order if a key is taken out. -#}
{% macro _without_keys(mapping, keys) %}
    {% set kept = {} %}
    {% for key, value in mapping.items() if key not in keys %}
        {% do kept.update({key: value}) %}
    {% endfor %}
    {% do return(kept) %}
{% endmacro %}

{#- A relation or a name without the backticks in which dbt 2 puts its parts. -#}
{% macro _without_backticks(name) %}
    {% do return(name | string | replace("`", "")) %}
{% endmacro %}

{#- Ends what dbt does. dbt 1 prints this error as "Runtime Error in model ..." and the message; below a
    compiler error it lists all macros that were called. dbt 2 has no other one. -#}
{% macro _stop(message) %}
    {% if exceptions.raise_dependency_error is defined %}
        {% do exceptions.raise_dependency_error(message) %}
    {% endif %}
    {% do exceptions.raise_compiler_error(message) %}
{% endmacro %}

{#- A setting of the profile. For Spark, dbt 1 has only some of them in `target`. -#}
{% macro _profile_setting(name) %}
    {% if adapter.config is not defined %} {% do return(target[name]) %}
    {% elif name == "threads" %} {% do return(adapter.config.threads) %}
    {% endif %}
    {% do return(adapter.config.credentials[name]) %}
{% endmacro %}

{#- Code that is rendered with a refusal, daybook._refuse_<name>, in place of a macro of dbt's. dbt 2 does
    not let its context be changed: there the code begins with the refusal, and calls that other
    macros make are not found. -#}
{% macro _rendered_refusing(code, name, refusal) %}
    {% if code.encode is not defined %}
        {% do return(
            render(
                "{% set " ~ name ~ " = daybook._refuse_" ~ name ~ " %}" ~ code
            )
        ) %}
    {% endif %}
    {% set of_dbt = context[name] %}
    {% do context.update({name: refusal}) %}
    {% set text = render(code) %}
    {% do context.update({name: of_dbt}) %}
    {% do return(text) %}
{% endmacro %}
